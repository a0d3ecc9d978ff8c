/* Keeps the whole page for a player without a network: FILES at once, LATER when the page says that it has started. `boaf
   page` writes both, and DIGEST, above this line; another digest is another version, which is loaded next to the one in use and takes over when the page says so (install.js) or
   all its windows have been closed. */

const HERE = self.registration.scope;
const CACHE = `boaf ${HERE} ${DIGEST}`;
const PAGE = "./";

async function keep() {
  const cache = await caches.open(CACHE);
  const names = FILES.map((name) => (name === "index.html" ? PAGE : name));
  await cache.addAll(names.map((name) => new Request(name, { cache: "no-cache" })));
}

async function keepLater() {
  const cache = await caches.open(CACHE);
  for (const name of LATER) if (!(await cache.match(name))) await cache.add(new Request(name, { cache: "no-cache" }));
}

async function takeOver() {
  const names = await caches.keys();
  const older = names.filter((name) => name.startsWith(`boaf ${HERE} `) && name !== CACHE);
  await Promise.all(older.map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request.mode === "navigate" ? PAGE : request)) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
  if (event.data === "keep the rest") event.waitUntil(keepLater().catch(() => {})); // the next visit tries again
});
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(HERE)) event.respondWith(answer(event.request));
});

/* Where the page stands on a web host it can be installed and works offline; boaf play serves it afresh each time. A new
   version takes over at once where no game is under way, and otherwise when the player wants it. */

import { toast } from "./announce.js";
import { HAS_SERVER } from "./answers.js";
import { button } from "./dom.js";
import { t } from "./messages.js";

/** `isPlaying()` says whether a game is under way. */
export async function install(isPlaying) {
  if (HAS_SERVER || !("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register("service_worker.js").catch(() => null);
  if (!registration) return; // Not on a secure address: the page works all the same, but only online.
  const hadWorker = serviceWorker.controller !== null;
  const take = () => registration.waiting?.postMessage("take over");
  const offer = () => {
    if (!registration.waiting || !hadWorker) return;
    if (isPlaying()) toast(t("install.new"), button(t("install.reload"), take));
    else take();
  };
  serviceWorker.addEventListener("controllerchange", () => hadWorker && location.reload());
  const follow = () => registration.installing?.addEventListener("statechange", offer);
  registration.addEventListener("updatefound", follow);
  follow();
  document.addEventListener("visibilitychange", () => !document.hidden && registration.update().catch(() => {}));
  offer();
  const { active } = await serviceWorker.ready;
  active.postMessage("keep the rest");
}

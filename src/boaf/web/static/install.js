/* Where the page stands on a web host it can be installed and works offline; boaf play serves it afresh each time. */

import { HAS_SERVER } from "./answers.js";

export function install() {
  if (HAS_SERVER || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("service_worker.js").catch(() => {
    // Not on a secure address: the page works all the same, but only online.
  });
}

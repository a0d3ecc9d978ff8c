/* Answers questions with the modules of the page: reads [[path, body], …] from standard input, as JSON, and writes the
   answers. */

import { text } from "node:stream/consumers";
import { ask } from "../../../tools/node/kernel.mjs";

const answers = [];
for (const [path, body] of JSON.parse(await text(process.stdin))) answers.push(await ask(path, body));
process.stdout.write(JSON.stringify(answers));

/* Answers questions with the modules of the page: reads [[name, body], …] from standard input, as JSON, and writes the
   answers; for a question that is refused, {error} with what the error says. */

import { text } from "node:stream/consumers";
import { ask } from "../../../tools/node/kernel.mjs";

const answers = [];
for (const [name, body] of JSON.parse((await text(process.stdin)) || "[]")) {
  const told = ({ message, row, column, start, end }) => ({ error: { message, row, column, start, end } });
  answers.push(await ask(name, body).catch(told));
}
process.stdout.write(JSON.stringify(answers));

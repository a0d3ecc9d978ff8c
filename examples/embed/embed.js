/* A page with boaf's board in a frame: it hears of moves and results, and asks for solutions and reasons. */

const frame = document.getElementById("board");
const { origin } = new URL(frame.src);
const waiting = new Map();
let asked = 0;

/** Send a command to the board; the promise has the message that answers it. */
function send(type, values = {}) {
  const id = asked++;
  frame.contentWindow.postMessage({ boaf: 1, type, id, ...values }, origin);
  return new Promise((resolve) => waiting.set(id, resolve));
}

addEventListener("message", ({ source, origin: from, data }) => {
  if (source !== frame.contentWindow || from !== origin || data?.boaf !== 1) return;
  waiting.get(data.id)?.(data);
  waiting.delete(data.id);
  log(data);
});

function log({ type, move, result, score, moves }) {
  const parts = { move: `${move}, score ${score}`, result: `${result} with ${score} points after ${moves?.length} moves` };
  const line = document.createElement("li");
  line.textContent = parts[type] ? `${type}: ${parts[type]}` : type;
  document.getElementById("log")?.append(line);
}

function say(text) {
  document.getElementById("answer").textContent = text;
}

document.getElementById("solve").addEventListener("click", async () => {
  say("");
  const { answer, message } = await send("ask", { question: "solve" });
  if (!answer) return say(message);
  if (answer.verdict !== "solvable") return say(`This position is ${answer.verdict}.`);
  for (const move of answer.moves) {
    const played = await send("play", { move });
    if (played.type === "error") return;
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
});

document.getElementById("explain").addEventListener("click", async () => {
  const { answer, message } = await send("ask", { question: "explain" });
  say(answer ? (answer.proof?.text.join(" ") ?? `This position is ${answer.verdict}.`) : message);
});

document.getElementById("another").addEventListener("click", () => {
  say("");
  send("open", { fragment: `deal=${Math.floor(Math.random() * 1_000_000)}` });
});

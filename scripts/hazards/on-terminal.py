# Runs a command on a terminal of its own, types some keys, and ends it after a while: `on-terminal.py SECONDS KEYS ARGV…`.
import os, pty, select, sys, time

seconds, keys, argv = float(sys.argv[1]), sys.argv[2], sys.argv[3:]
pid, fd = pty.fork()
if pid == 0:
    os.execvp(argv[0], argv)
end = time.time() + seconds
typed = False
while time.time() < end:
    ready, _, _ = select.select([fd], [], [], 0.2)
    if ready:
        try:
            if not os.read(fd, 65536):
                break
        except OSError:
            break
    elif keys and not typed:
        typed = True
        os.write(fd, keys.encode())
    if os.waitpid(pid, os.WNOHANG)[0]:
        break
try:
    os.kill(pid, 9)
except ProcessLookupError:
    pass

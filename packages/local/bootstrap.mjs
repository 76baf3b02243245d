// Runs a command on Node 24 with the locked dependencies. Installs them first if they are missing or outdated.
// Plain JavaScript without dependencies, because it runs before anything is installed. Its syntax is that of Node 12, so that old
// versions load it and print that they are too old.
import { spawn, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const modules = join(root, 'node_modules')

/** How long a child may take to end when it is told to. */
const LONGEST_END_MILLISECONDS = 20000

/** A symbolic link to the id of the process that installs, because creating one with its target is a single step. */
const lock = join(root, '.build', 'installing')

/** Free space for the dependencies. */
const REQUIRED_MEGABYTES = 1500

let child
let ending = false

/** Runs a program in the foreground. Resolves with its exit code, 1 if it was killed, or the error if it could not start. */
function run(command, args, options) {
  return new Promise((resolve) => {
    child = spawn(command, args, { cwd: root, ...options })
    child.on('error', resolve)
    child.on('close', (code, signal) => {
      if (signal && !ending && signal !== 'SIGINT') console.error(`${command} was ended by ${signal}.`)
      resolve(signal ? 1 : code)
    })
  })
}

/** Ends this process as soon as its child has ended. */
function end(signal) {
  ending = true
  if (!child) process.exit(1)
  child.kill(signal)
  // After Ctrl-C a command may complete what it is doing.
  if (signal === 'SIGINT') return
  setTimeout(() => {
    child.kill('SIGKILL')
    process.exit(1)
  }, LONGEST_END_MILLISECONDS).unref()
}

/** Returns the id of the process that started this one. If that is npm's shell, npm's is included. */
function starters() {
  const { ppid } = process
  try {
    const [, name, parent] = /\((.*)\) \S (\d+)/.exec(fs.readFileSync(`/proc/${ppid}/stat`, 'utf8'))
    return process.env.npm_lifecycle_event && name === 'sh' ? `${ppid} ${parent}` : `${ppid}`
  } catch {
    // Only Linux has /proc. On macOS, npm's shell replaces itself by this process.
    return `${ppid}`
  }
}

function fail(message) {
  console.error(`\n${message}\n`)
  process.exit(1)
}

/** Returns whether node_modules contains what the lockfile requires. Packages for other platforms may be absent. */
function isInstalled() {
  try {
    const wanted = JSON.parse(fs.readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
    const found = JSON.parse(fs.readFileSync(join(modules, '.package-lock.json'), 'utf8')).packages
    return Object.entries(wanted).every(([path, { version, optional, link }]) => {
      if (!path.startsWith('node_modules/')) return true
      if (!link && !found[path]) return optional
      return fs.existsSync(join(root, path, 'package.json')) && (link || found[path].version === version)
    })
  } catch {
    return false
  }
}

const REMEDIES = [
  [
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)\b/,
    'the package registry cannot be reached. Check the network, and the proxy and registry in `npm config list`',
  ],
  [/\b(ENOSPC|EDQUOT)\b/, 'the disk is full. Free some space'],
  [/\b(EROFS|EACCES|EPERM)\b|syscall mkdir/, unwritable],
]

/** Returns the remedy for a file that npm could not write: of the project, or of its cache in the home directory. */
function unwritable(output) {
  const [, path] = /^npm (?:error|ERR!) path (.+)$/m.exec(output) || []
  return path && !`${path}/`.startsWith(root)
    ? `${path} cannot be written. Make it writable, or set npm_config_cache to another folder`
    : `${root} cannot be written. Make it writable, or clone the code elsewhere`
}

/** Returns whether a process has this id. */
function isRunning(id) {
  try {
    return process.kill(Number(id), 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Deletes the lock of a process that was killed. */
function deleteLock(holder) {
  // Of several processes only one can rename the link. By then, it may be that of a new holder.
  const renamed = `${lock}.${process.pid}`
  fs.renameSync(lock, renamed)
  if (fs.readlinkSync(renamed) === holder) fs.unlinkSync(renamed)
  else fs.renameSync(renamed, lock)
}

/** Waits until no other command installs, and prevents that others do. Returns a function that lets them. */
async function acquireLock() {
  let told = false
  for (;;) {
    try {
      fs.mkdirSync(join(root, '.build'), { recursive: true })
      fs.symlinkSync(String(process.pid), lock)
      const release = () => fs.rmSync(lock, { force: true })
      process.on('exit', release)
      return () => {
        process.off('exit', release)
        release()
      }
    } catch (error) {
      // If nothing can be written, npm says so.
      if (error.code !== 'EEXIST') return () => {}
    }
    try {
      const holder = fs.readlinkSync(lock)
      if (!isRunning(holder)) deleteLock(holder)
      else if (!told) {
        told = true
        console.error(`Waiting for process ${holder}, which installs the dependencies. If it does not, delete ${lock}`)
      }
    } catch (error) {
      // The lock was released.
      if (error.code !== 'ENOENT') throw error
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function install() {
  const { bavail, bsize } = fs.statfsSync(root)
  const free = Math.floor((bavail * bsize) / 1024 ** 2)
  // npm only warns about files that it could not write.
  if (free < REQUIRED_MEGABYTES)
    fail(
      `The dependencies require ${REQUIRED_MEGABYTES} MB, but the disk of ${root} has ${free} MB of free space. Free some, and run the command again.`,
    )
  const started = Date.now()
  process.stderr.write('Installing dependencies (once) … ')
  // Production settings of the environment must not omit the tools.
  const args = [
    'ci',
    '--no-fund',
    '--no-audit',
    '--loglevel=error',
    '--prefer-offline',
    '--include=dev',
    '--include=optional',
  ]
  let output = ''
  const installing = run('npm', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const keep = (chunk) => {
    output += chunk
  }
  if (child.stdout) child.stdout.on('data', keep)
  if (child.stderr) child.stderr.on('data', keep)
  const result = await installing
  child = undefined
  if (ending) process.exit(1)
  if (result.code === 'ENOENT') fail('npm is not installed. Install it with Node: https://nodejs.org')
  if (result !== 0) {
    const [known, remedy] = REMEDIES.find(([pattern]) => pattern.test(output)) || []
    fail(
      known
        ? `npm ci failed: ${typeof remedy === 'string' ? remedy : remedy(output)}, and run the command again. (${known.exec(output)[0]})`
        : `npm ci failed:\n${output || result}`,
    )
  }
  process.stderr.write(`done in ${((Date.now() - started) / 1000).toFixed(0)} s\n`)
}

/** Returns the folder to search first for Node 24: the locked one, which may be absent if the host has Node 24. */
function findNode24() {
  const pinned = join(modules, '.bin')
  if (fs.existsSync(join(pinned, 'node'))) return pinned
  const host = spawnSync('node', ['--version'], { encoding: 'utf8' }).stdout || ''
  if (Number(host.slice(1).split('.')[0]) >= 24) return pinned
  return fail(
    `Node 24 or newer is required, and no locked version exists for ${process.platform}-${process.arch}. Install it (https://nodejs.org, or \`nvm install 24\`), and run the command again.`,
  )
}

/** Returns variables with which a proxy of the environment is not used for the local addresses of the service. */
function localWithoutProxy() {
  const own = process.env.no_proxy || process.env.NO_PROXY
  // An asterisk counts only alone.
  const value = own === '*' ? own : [own, '127.0.0.1', 'localhost'].filter(Boolean).join(',')
  return { NO_PROXY: value, no_proxy: value }
}

async function main() {
  const isHere = process.argv[2] === '--here'
  // zsh, the shell of macOS, passes on a comment that is pasted with a command.
  const comment = process.argv.indexOf('#')
  const [command, ...args] = process.argv.slice(isHere ? 3 : 2, comment === -1 ? undefined : comment)
  if (!command)
    fail(
      'Usage: node packages/local/bootstrap.mjs [--here, instead of in the folder of the project] <command> [arguments]',
    )
  if (process.platform === 'win32')
    fail('On Windows, use WSL 2: run `wsl --install`, then clone the code and run the command in its shell.')
  if (Number(process.versions.node.split('.')[0]) < 20)
    fail(
      `Node 20 or newer is required; this is ${process.version}. Install it (https://nodejs.org, or \`nvm install 24\`).`,
    )

  // Only Linux has a locked Node. Its absence is known before anything is installed.
  if (process.platform !== 'linux') findNode24()

  // Ctrl-C reaches the child through the terminal's process group. A signal sent to this process alone is forwarded.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal))
  const startedBy = starters()
  setInterval(() => {
    if (!ending && starters() !== startedBy) end('SIGTERM')
  }, 500).unref()

  if (!isInstalled()) {
    const release = await acquireLock()
    if (!isInstalled()) await install()
    release()
  }
  const result = await run(command, args, {
    ...(isHere && { cwd: process.cwd() }),
    // A program of this project ends when the channel closes, which it does even if this process is killed.
    stdio: ['inherit', 'inherit', 'inherit', ...(command === 'node' ? ['ipc'] : [])],
    env: {
      // Keeps compiled code between starts. Other users could write to the shared temporary directory.
      NODE_COMPILE_CACHE: join(modules, '.cache', 'compiled'),
      // By default, glibc keeps freed memory for each thread.
      MALLOC_ARENA_MAX: '2',
      MALLOC_TRIM_THRESHOLD_: '131072',
      ...process.env,
      ...localWithoutProxy(),
      PATH: `${findNode24()}${delimiter}${process.env.PATH}`,
    },
  })
  if (result instanceof Error) fail(`${command}: ${result.message}`)
  process.exit(result)
}

main()

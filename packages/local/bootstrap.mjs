// Runs a command on Node 24 with the locked dependencies. Installs them first if they are missing or outdated.
// Plain JavaScript without dependencies, because it runs before anything is installed, on Node 20 or newer.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const modules = join(root, 'node_modules')

/** Returns whether node_modules contains what the lockfile requires. Packages for other platforms may be absent. */
function isInstalled() {
  try {
    const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
    const found = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')).packages
    return Object.entries(wanted).every(
      ([path, { version, optional, link }]) =>
        !path.startsWith('node_modules/') ||
        (link ? existsSync(join(root, path)) : found[path] ? found[path].version === version : optional),
    )
  } catch {
    return false
  }
}

function fail(message) {
  console.error(`\n${message}\n`)
  process.exit(1)
}

/** Returns the folder to search first for Node 24: the locked one, which may be absent if the host has Node 24. */
function findNode24() {
  const pinned = join(modules, '.bin')
  if (existsSync(join(pinned, 'node'))) return pinned
  const host = spawnSync('node', ['--version'], { encoding: 'utf8' }).stdout ?? ''
  if (Number(host.slice(1).split('.')[0]) >= 24) return pinned
  return fail(
    `Node 24 is required, and no prebuilt version is published for ${process.platform}-${process.arch}.\n` +
      'Install it (https://nodejs.org, or `nvm install 24`) and run the command again.',
  )
}

if (Number(process.versions.node.split('.')[0]) < 20) fail(`Node 20 or newer is required; this is ${process.version}.`)

if (!isInstalled()) {
  const started = Date.now()
  process.stderr.write('Installing dependencies (once) … ')
  const install = spawnSync('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (install.status !== 0) fail(`npm ci failed:\n${install.stdout ?? ''}${install.stderr ?? ''}${install.error ?? ''}`)
  process.stderr.write(`done in ${((Date.now() - started) / 1000).toFixed(0)} s\n`)
}

const [command, ...args] = process.argv.slice(2)
if (!command) fail('Usage: node packages/local/bootstrap.mjs <command> [arguments]')
const child = spawn(command, args, {
  cwd: root,
  stdio: 'inherit',
  env: {
    // Keeps compiled code between starts. Other users could write to the shared temporary directory.
    NODE_COMPILE_CACHE: join(modules, '.cache', 'compiled'),
    // By default, glibc keeps freed memory for each thread.
    MALLOC_ARENA_MAX: '2',
    MALLOC_TRIM_THRESHOLD_: '131072',
    ...process.env,
    PATH: `${findNode24()}${delimiter}${process.env.PATH}`,
  },
})
// Ctrl-C reaches the child through the terminal's process group. A signal sent to this process alone is forwarded.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('error', (error) => fail(`${command}: ${error.message}`))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))

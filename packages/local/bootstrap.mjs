// Runs a command on Node 24 with the locked dependencies, installing them first when they are missing or stale.
// Plain JavaScript without dependencies: it is what runs before anything is installed, on Node 20 or newer.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const modules = join(root, 'node_modules')

/** Whether node_modules holds what the lockfile asks for; packages for other platforms may be absent. */
function isInstalled() {
  try {
    const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
    const found = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')).packages
    return Object.entries(wanted).every(
      ([path, { version, optional, link }]) =>
        !path.startsWith('node_modules/') || link || (found[path] ? found[path].version === version : optional),
    )
  } catch {
    return false
  }
}

function fail(message) {
  console.error(`\n${message}\n`)
  process.exit(1)
}

/** The folder of a Node 24: the pinned one from the lockfile, else the host's own. */
function findNode24() {
  const pinned = join(modules, '.bin')
  if (existsSync(join(pinned, 'node'))) return pinned
  const host = spawnSync('node', ['--version'], { encoding: 'utf8' }).stdout ?? ''
  if (Number(host.slice(1).split('.')[0]) >= 24) return pinned
  return fail(
    `Node 24 is needed and no prebuilt one is published for ${process.platform}-${process.arch}.\n` +
      'Install it (https://nodejs.org, or `nvm install 24`) and run the command again.',
  )
}

if (Number(process.versions.node.split('.')[0]) < 20) fail(`Node 20 or newer is needed; this is ${process.version}.`)

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
    // Compiled code is kept between starts. Not in the shared temporary directory: what is there, others may have put there.
    NODE_COMPILE_CACHE: join(modules, '.cache', 'compiled'),
    // By default each thread keeps the memory that it freed for itself.
    MALLOC_ARENA_MAX: '2',
    MALLOC_TRIM_THRESHOLD_: '131072',
    ...process.env,
    PATH: `${findNode24()}${delimiter}${process.env.PATH}`,
  },
})
// Ctrl-C reaches the child through the terminal's process group; a signal sent to this process alone is passed on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('error', (error) => fail(`${command}: ${error.message}`))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))

import { execFile } from 'node:child_process'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** What the packed CDK app gets from a registry. */
const PEERS = ['aws-cdk-lib', 'constructs']

/** The folders of the packages that users install from their archives. */
const PACKAGES = ['cdk', 'cli', 'client'] as const

interface Options {
  /** Beside those of `installPackages`. */
  readonly env?: Readonly<Record<string, string>>
  /** Standard input. */
  readonly input?: string
  readonly cwd?: string
}

/** A folder in which the packed packages are installed. */
export interface Installed {
  readonly folder: string
  /** The archive of `@replywright/cdk`. */
  readonly cdk: string
  /**
   * Runs a program of the packages, or of Node with `node`, without anything of this process's environment. Returns its standard
   * output. Rejects with `code`, `stdout` and `stderr`.
   */
  run(program: string, args: readonly string[], options?: Options): Promise<string>
}

/**
 * Packs the packages and installs their archives with npm into `folder`, which is empty: without a registry, so that the CDK is that of
 * this repository.
 */
export async function installPackages(folder: string): Promise<Installed> {
  const archives = new Map<string, string>()
  for (const name of PACKAGES) {
    const cwd = join(ROOT, 'packages', name)
    await promisify(execFile)('npm', ['pack', '--pack-destination', folder], { cwd })
    const { version } = JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8'))
    archives.set(name, join(folder, `replywright-${name}-${version}.tgz`))
  }
  const place = join(folder, 'installed')
  await mkdir(place)
  await writeFile(join(place, 'package.json'), '{"private":true,"type":"module"}')
  const flags = ['--offline', '--legacy-peer-deps', '--no-audit', '--no-fund', '--no-update-notifier']
  await promisify(execFile)('npm', ['install', ...flags, ...archives.values()], { cwd: place })
  for (const name of PEERS) await symlink(join(ROOT, 'node_modules', name), join(place, 'node_modules', name))
  const programs = join(place, 'node_modules/.bin')
  const PATH = [programs, dirname(process.execPath), process.env.PATH ?? ''].join(delimiter)
  return {
    folder: place,
    cdk: archives.get('cdk') ?? '',
    async run(program, args, { env = {}, input = '', cwd = place } = {}) {
      const path = program === 'node' ? process.execPath : join(programs, program)
      const running = promisify(execFile)(path, args, {
        cwd,
        env: { PATH, HOME: folder, ...env },
        maxBuffer: 64 * 1024 ** 2,
      })
      running.child.stdin?.end(input)
      return (await running).stdout
    },
  }
}

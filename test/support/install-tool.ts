import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const INSTALL_MILLISECONDS = 300_000
type Commands = readonly (readonly [string, ...string[]])[]

const ROOT = join(import.meta.dirname, '../..')
const TOOLS = join(ROOT, 'node_modules/.cache/tools')

/**
 * Installs a tool that no dependency has, unless it is there. Returns its directory, or undefined and prints why it could not be
 * installed.
 */
export async function installTool(
  name: string,
  commands: (place: string) => Commands | Promise<Commands>,
): Promise<string | undefined> {
  const place = join(TOOLS, name)
  if (existsSync(join(place, 'installed'))) return place
  try {
    await mkdir(place, { recursive: true })
    for (const [program, ...args] of await commands(place))
      await promisify(execFile)(program, args, { cwd: place, timeout: INSTALL_MILLISECONDS })
    await writeFile(join(place, 'installed'), '')
    return place
  } catch (error) {
    console.warn(`${name} does not run: it could not be installed. ${String(error).split('\n')[0]}`)
    return
  }
}

/** The commands that install packages of npm. */
export const fromNpm =
  (...packages: readonly string[]) =>
  (place: string) =>
    [['npm', 'install', '--no-audit', '--no-fund', '--prefix', place, ...packages]] as const

/**
 * The commands that install packages of PyPI, with a Python of their own. It shares the machine's pip if that is version 22.3 or
 * later, because installing another one costs four seconds of processor time.
 */
export const fromPyPi =
  (...requirements: readonly string[]) =>
  async (place: string): Promise<Commands> => {
    const python = join(place, 'bin/python')
    const install = ['install', '--quiet', '--no-compile', ...requirements]
    const hasPip = await promisify(execFile)('python3', ['-m', 'pip', '--help']).then(
      ({ stdout }) => stdout.includes('--python '),
      () => false,
    )
    return hasPip
      ? [
          ['python3', '-m', 'venv', '--without-pip', place],
          ['python3', '-m', 'pip', '--python', python, ...install],
        ]
      : [
          ['python3', '-m', 'venv', place],
          [python, '-m', 'pip', ...install],
        ]
  }

const CHECKS = join(ROOT, '.github/checks')

/** Returns the version with which the workflow that releases runs a program: `name@1.2.3` of npm, `name==1.2.3` of PyPI. */
export function ofRelease(name: string): string {
  const { dependencies } = JSON.parse(readFileSync(join(CHECKS, 'package.json'), 'utf8'))
  if (name in dependencies) return `${name}@${dependencies[name]}`
  const [found] =
    new RegExp(`^${name}==[\\d.]+`, 'm').exec(readFileSync(join(CHECKS, 'requirements.txt'), 'utf8')) ?? []
  if (!found) throw new Error(`.github/checks has no ${name}`)
  return found
}

/** Returns what is wrong with the types of a packed package for ES modules, or undefined if the check could not be installed. */
export async function typeProblems(archive: string): Promise<string | undefined> {
  const tool = await installTool('attw', fromNpm(ofRelease('@arethetypeswrong/cli')))
  if (tool === undefined) return
  const args = ['--profile', 'esm-only', '--no-color', '--format', 'ascii', archive]
  return await promisify(execFile)(join(tool, 'node_modules/.bin/attw'), args).then(
    () => '',
    (error: unknown) => (error instanceof Error && 'stdout' in error ? `${error.stdout}` : String(error)),
  )
}

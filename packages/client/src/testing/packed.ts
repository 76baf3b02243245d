import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const packageDirectory = join(import.meta.dirname, '../..')
const installed = join(packageDirectory, '../../node_modules')

/** Packs the package and unpacks it into `node_modules` of a new directory, which otherwise has only type packages. */
export async function installPacked() {
  const directory = await mkdtemp(join(tmpdir(), 'client-consumer-'))
  await run('npm', ['pack', '--pack-destination', directory], { cwd: packageDirectory })
  const target = join(directory, 'node_modules/@messaging/client')
  await mkdir(target, { recursive: true })
  await run('tar', ['-xzf', join(directory, 'messaging-client-1.0.0.tgz'), '-C', target, '--strip-components', '1'])
  await symlink(join(installed, '@types'), join(directory, 'node_modules/@types'))
  await writeFile(join(directory, 'package.json'), '{"type":"module"}')
  return {
    directory,
    /** Type-checks one file in strict mode with library checks. Returns the errors, or an empty string. */
    async typeErrors(file: string, text: string, compilerOptions: object): Promise<string> {
      await writeFile(join(directory, file), text)
      const options = { strict: true, noEmit: true, skipLibCheck: false, target: 'ES2022', ...compilerOptions }
      const config = join(directory, `${file}.json`)
      await writeFile(config, JSON.stringify({ compilerOptions: options, files: [file] }))
      return run('tsc', ['--project', config]).then(
        () => '',
        (error: unknown) => String(typeof error === 'object' && error && 'stdout' in error ? error.stdout : error),
      )
    },
    /** Returns the output of a module in Node. */
    async output(file: string, text: string): Promise<string> {
      await writeFile(join(directory, file), text)
      return (await run(process.execPath, [join(directory, file)])).stdout
    },
    async [Symbol.asyncDispose]() {
      await rm(directory, { recursive: true })
    },
  }
}

import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const packageDirectory = join(import.meta.dirname, '../..')
const installed = join(packageDirectory, '../../node_modules')

/** The packages that the examples import. */
const LIBRARIES = ['express', 'fastify', 'hono', '@hono', 'ai', '@ai-sdk', 'aws-cdk-lib', 'constructs']

/**
 * Packs the package and unpacks it into `node_modules` of a new directory, which otherwise has only type packages and
 * the libraries of the examples.
 */
export async function installPacked() {
  const directory = await mkdtemp(join(tmpdir(), 'client-consumer-'))
  await run('npm', ['pack', '--pack-destination', directory], { cwd: packageDirectory })
  const target = join(directory, 'node_modules/@replywright/client')
  await mkdir(target, { recursive: true })
  const { version } = JSON.parse(await readFile(join(packageDirectory, 'package.json'), 'utf8'))
  const archive = join(directory, `replywright-client-${version}.tgz`)
  await run('tar', ['-xzf', archive, '-C', target, '--strip-components', '1'])
  for (const name of ['@types', ...LIBRARIES])
    await symlink(join(installed, name), join(directory, 'node_modules', name))
  await cp(join(packageDirectory, '../../examples'), join(directory, 'examples'), { recursive: true })
  await writeFile(join(directory, 'package.json'), '{"type":"module"}')
  return {
    directory,
    archive,
    /** Type-checks files, by their names, in strict mode with library checks. Returns the errors, or an empty string. */
    async typeErrors(texts: Readonly<Record<string, string>>, compilerOptions: object): Promise<string> {
      for (const [file, text] of Object.entries(texts)) await writeFile(join(directory, file), text)
      return await this.typeErrorsIn(Object.keys(texts), compilerOptions)
    },
    /** Like `typeErrors`, for files that exist. */
    async typeErrorsIn(files: readonly string[], compilerOptions: object): Promise<string> {
      const options = { strict: true, noEmit: true, skipLibCheck: false, target: 'ES2022', ...compilerOptions }
      const config = join(directory, `${files[0]?.replaceAll('/', '-')}.json`)
      await writeFile(config, JSON.stringify({ compilerOptions: options, files }))
      return run('tsc', ['--project', config]).then(
        () => '',
        (error: unknown) => String(typeof error === 'object' && error && 'stdout' in error ? error.stdout : error),
      )
    },
    /** Returns the output of a module in Node. */
    async output(file: string, text: string, flags: readonly string[] = []): Promise<string> {
      await writeFile(join(directory, file), text)
      return (await run(process.execPath, [...flags, join(directory, file)], { cwd: directory })).stdout
    },
    async [Symbol.asyncDispose]() {
      await rm(directory, { recursive: true })
    },
  }
}

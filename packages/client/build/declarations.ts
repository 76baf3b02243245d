import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { endpoints } from '@messaging/contract/endpoints.ts'
import { contractText } from './contract-text.ts'
import { namedSchemas } from './named-schemas.ts'

/** Writes the declarations of the entry module and its dependencies. They have no external imports. */
export async function writeDeclarations(packageDirectory: string, outDirectory: string): Promise<void> {
  const emitted = await mkdtemp(join(tmpdir(), 'client-types-'))
  try {
    await promisify(execFile)('tsc', ['--project', 'tsconfig.build.json', '--outDir', emitted], {
      cwd: packageDirectory,
    })
    await writeFile(join(emitted, 'contract-types.d.ts'), contractText(endpoints, await namedSchemas()))
    await copyReachable(emitted, outDirectory)
  } finally {
    await rm(emitted, { recursive: true })
  }
}

async function copyReachable(emitted: string, outDirectory: string): Promise<void> {
  const reached = new Set(['index'])
  // Iterating a Set includes items that are added during the iteration.
  for (const module of reached) {
    const source = await readFile(join(emitted, `${module}.d.ts`), 'utf8')
    const text = source.replace(/from '(\.{1,2}\/[^']+)\.[jt]s'/g, (_, path: string) => {
      reached.add(join(dirname(module), path))
      return `from '${path}.js'`
    })
    const file = join(outDirectory, `${module}.d.ts`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
}

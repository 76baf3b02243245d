import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates a directory that is deleted with its contents on disposal. */
export function temporaryDirectory(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'cloud-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

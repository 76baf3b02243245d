import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleLibrary } from './bundle.ts'
import { writeDeclarations } from './declarations.ts'

const packageDirectory = join(import.meta.dirname, '..')
const dist = join(packageDirectory, 'dist')

await rm(dist, { recursive: true, force: true })
await bundleLibrary(join(dist, 'index.js'))
await writeDeclarations(packageDirectory, dist)

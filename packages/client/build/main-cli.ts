import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleCli } from './bundle.ts'

const dist = join(import.meta.dirname, '../../cli/dist')

await rm(dist, { recursive: true, force: true })
await bundleCli(join(dist, 'cli.js'))

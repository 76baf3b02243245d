// Runs the demo in a container. `--reset` first deletes its data.
import { readdirSync, rmSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { openDataDir } from './data-dir.ts'
import { readEnvironment } from './environment.ts'
import { explain } from './explain.ts'
import { forward, PORT_OFFSETS } from './ports.ts'

const { DATA_DIR, PORT } = readEnvironment(process.env)
if (process.argv[2] === '--reset') {
  process.argv.splice(2, 1)
  const unlock = await openDataDir(DATA_DIR).catch((error: unknown) => {
    process.stderr.write(`The data could not be deleted: ${explain(error)}\n`)
    process.exit(1)
  })
  // The directory itself is a volume, which cannot be deleted. Without its lock, a second container could use it.
  for (const entry of readdirSync(DATA_DIR).filter((name) => !name.startsWith('lock')))
    rmSync(join(DATA_DIR, entry), { recursive: true })
  await unlock()
}

const interfaces = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
for (const { address } of interfaces.filter(({ family, internal }) => family === 'IPv4' && !internal))
  for (const offset of Object.values(PORT_OFFSETS)) await forward(address, PORT + offset)

await import('./main.ts')

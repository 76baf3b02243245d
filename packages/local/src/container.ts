// Runs the demo in a container. `--reset` first deletes its data.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { readEnvironment } from './environment.ts'
import { forward } from './forward.ts'
import { PORT_OFFSETS } from './ports.ts'

const { DATA_DIR, PORT } = readEnvironment(process.env)
if (process.argv[2] === '--reset') {
  process.argv.splice(2, 1)
  // The directory itself is a volume, which cannot be deleted.
  if (existsSync(DATA_DIR))
    for (const entry of readdirSync(DATA_DIR)) rmSync(join(DATA_DIR, entry), { recursive: true })
}

const interfaces = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
for (const { address } of interfaces.filter(({ family, internal }) => family === 'IPv4' && !internal))
  for (const offset of Object.values(PORT_OFFSETS)) await forward(address, PORT + offset)

await import('./main.ts')

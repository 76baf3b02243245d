import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns a function that releases the lock. @throws Error if another running process holds it */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const file = join(dataDir, 'lock')
  const owner = Number(await readFile(file, 'utf8').catch(() => '0'))
  if (owner && owner !== process.pid && isRunning(owner))
    throw new Error(
      `${dataDir} is in use by process ${owner}. Stop it first, or set DATA_DIR and PORT to other values.`,
    )
  await writeFile(file, String(process.pid))
  return () => rm(file, { force: true })
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

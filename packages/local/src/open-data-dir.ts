import { constants } from 'node:fs'
import { access, mkdir, statfs } from 'node:fs/promises'
import { requireLock } from '@messaging/cloud/lock-directory'

/** A new data directory has about 110 MB. */
const REQUIRED_MEGABYTES = 200

/**
 * Creates the data directory and locks it until this process ends. Returns a function that unlocks it.
 * @throws Error if it cannot be written, another process has locked it, or its disk is almost full
 */
export async function openDataDir(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true })
  await access(dataDir, constants.W_OK)
  const { blocks, bavail, bsize } = await statfs(dataDir)
  const megabytes = Math.floor((bavail * bsize) / 1024 ** 2)
  // Some file systems do not report their size.
  if (blocks > 0 && megabytes < REQUIRED_MEGABYTES)
    throw new Error(
      `${dataDir} has ${megabytes} MB of free disk space; ${REQUIRED_MEGABYTES} MB are required. Free some, or set DATA_DIR to a directory on another disk.`,
    )
  try {
    const unlock = requireLock(dataDir)
    return async () => unlock()
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes('in use')) throw error
    throw new Error(`${error.message}. Stop it first, or set DATA_DIR and PORT to other values.`)
  }
}

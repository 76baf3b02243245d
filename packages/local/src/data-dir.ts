import { constants, existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync } from 'node:fs'
import { access, chmod, readdir, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { requireLock } from '@replywright/cloud/engines'
import * as v from 'valibot'
import { SettingError } from './setting-error.ts'

export interface ReadyWebhook {
  readonly id: string
  readonly url: string
  /** `''` for a webhook that a user deleted, which `ready.json` leaves out. */
  readonly secret: string
}

/** Addresses, ids and keys of the running service, for programs. */
export interface Ready {
  readonly baseUrl: string
  readonly apiKey: string
  readonly readApiKey: string
  readonly dashboardUrl: string
  readonly email: string
  readonly password: string
  readonly ingressUrl: string
  readonly verifyToken: string
  readonly appSecret: string
  readonly providerUrl: string
  readonly modelUrl: string
  readonly account: { readonly id: string; readonly waId: string }
  readonly agent: { readonly id: string }
  readonly numbers: readonly { readonly number: string; readonly phoneNumberId: string; readonly sandbox: boolean }[]
  readonly webhook: ReadyWebhook
  readonly webhooks: readonly ReadyWebhook[]
  readonly receiverUrl: string
  readonly otherOrganization: { readonly apiKey: string; readonly webhookId: string }
}

/** What `npm run ops` requires: the environment variables of core, and the outputs of the stacks. */
export interface Administrator {
  readonly environment: Readonly<Record<string, string>>
  readonly outputs: Readonly<Record<string, string>>
}

export const readyFile = (dataDir: string): string => join(dataDir, 'ready.json')
const administratorFile = (dataDir: string) => join(dataDir, 'administrator.json')

/** Writes `ready.json` and `administrator.json` atomically, readable only by the owner, because they contain keys. */
export async function writeReady(dataDir: string, ready: Ready, administrator: Administrator): Promise<void> {
  await writeAtomically(administratorFile(dataDir), administrator)
  const exists = ({ secret }: ReadyWebhook) => secret !== ''
  const { webhook, webhooks, ...others } = ready
  await writeAtomically(readyFile(dataDir), {
    ...others,
    ...(exists(webhook) && { webhook }),
    webhooks: webhooks.filter(exists),
  })
}

const Addresses = v.object({ baseUrl: v.string(), dashboardUrl: v.string() })

/** Returns the addresses of `ready.json`; undefined while the service is not ready. */
export function readReady(dataDir: string): v.InferOutput<typeof Addresses> | undefined {
  const file = readyFile(dataDir)
  return existsSync(file) ? v.parse(Addresses, JSON.parse(readFileSync(file, 'utf8'))) : undefined
}

async function writeAtomically(file: string, content: object): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

export async function removeReady(dataDir: string): Promise<void> {
  await Promise.all([readyFile(dataDir), administratorFile(dataDir)].map((file) => rm(file, { force: true })))
}

/**
 * Lets only the user of this process open the directory, unless it has files of others, such as `/tmp`. A file system
 * without permissions, such as a mounted one, may refuse.
 */
async function restrict(directory: string): Promise<void> {
  const names = await readdir(directory)
  if (names.length > 0 && !names.some((name) => name.startsWith('lock'))) return
  await chmod(directory, 0o700).catch((error: unknown) => {
    if (!isRefused(error)) throw error
  })
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EPERM' || error.code === 'ENOTSUP')
}

/**
 * Creates a directory and those above it, for this user only. The recursive `mkdir` of Node never ends in file systems
 * such as /proc.
 * @throws Error if it cannot be created
 */
export function createDirectory(path: string): void {
  if (existsSync(path)) return
  const link = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() && readlinkSync(path)
  if (link)
    throw new SettingError(
      `${path} is a link to ${link}, which does not exist. Create that directory, or set DATA_DIR to another one.`,
    )
  const parent = dirname(path)
  if (parent !== path) createDirectory(parent)
  mkdirSync(path, { mode: 0o700 })
}

/** A new data directory has about 110 MB. */
const REQUIRED_MEGABYTES = 200

/**
 * Creates the data directory and locks it until this process ends. Returns a function that unlocks it.
 * @throws Error if it cannot be written, another process has locked it, or its disk is almost full
 */
export async function openDataDir(dataDir: string): Promise<() => Promise<void>> {
  // The files of the engines have the messages of customers. Nobody else may read them, whatever their own modes are.
  createDirectory(dataDir)
  await access(dataDir, constants.W_OK)
  await restrict(dataDir)
  const { blocks, bavail, bsize } = await statfs(dataDir)
  const megabytes = Math.floor((bavail * bsize) / 1024 ** 2)
  // Some file systems do not report their size.
  if (blocks > 0 && megabytes < REQUIRED_MEGABYTES)
    throw new SettingError(
      `${dataDir} has ${megabytes} MB of free disk space; ${REQUIRED_MEGABYTES} MB are required. Free some, or set DATA_DIR to a directory on another disk.`,
    )
  try {
    const unlock = requireLock(dataDir)
    return async () => unlock()
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes('in use')) throw error
    throw new SettingError(`${error.message}. Stop it first, or set DATA_DIR and PORT to other values.`)
  }
}

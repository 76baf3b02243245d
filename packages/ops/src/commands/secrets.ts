import { reEncryptSecrets } from '@replywright/core/operations/secrets/re-encrypt.ts'
import type { Input, Session } from '../command.ts'
import { itemCount } from '../item-count.ts'
import { invalidOption } from '../read-options.ts'
import { fieldsReport, type Report } from '../report.ts'

const KEY_ARN = /^arn:aws[\w-]*:kms:[a-z0-9-]+:\d{12}:key\/[\w-]+$/
/** More names would fill the screen. All of them have the same cause. */
const MOST_NAMED = 5

/** Encrypts the secrets of the table with the stage's key. Fails if some are left. */
export async function reEncrypt({ from = '' }: Input, session: Session): Promise<Report> {
  if (!KEY_ARN.test(from))
    throw invalidOption('--from: must be the ARN of a KMS key, arn:aws:kms:<region>:<account>:key/<id>')
  await session.confirm(`Encrypt all secrets with the stage's key that ${from} encrypted? It reads the whole table.`)
  const progress = session.progress('Items read')
  const total = await itemCount(session)
  const signal = session.interrupted()
  const { scanned, reEncrypted, already, failed } = await reEncryptSecrets(from, {
    signal,
    onProgress: (read) => progress.update(read, total),
  })
  progress.end()
  const left = failed.length > 0 && {
    'neither key decrypts': failed.length,
    'for example': failed.slice(0, MOST_NAMED).join(', '),
  }
  return {
    ...fieldsReport({ 'items read': scanned, 're-encrypted': reEncrypted, 'encrypted before': already, ...left }),
    failed: failed.length > 0 || signal.aborted,
  }
}

import { LARGEST_SAMPLE_BYTES, SAMPLE_TYPES } from '@replywright/contract/dashboard/template-samples.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import { invalidField, ServiceError } from '../../../platform/errors.ts'
import { decryptSecret } from '../../../platform/secrets/secrets.ts'
import { AccountEntity } from '../accounts/account-entity.ts'
import { callProvider } from '../provider-request.ts'

const Identified = v.object({ id: v.string() })
const Uploaded = v.object({ h: v.string() })

/**
 * Uploads the sample file of a template's header to the provider's app. The handle is valid for the templates of all accounts.
 * @throws ServiceError 400 for another type of file, 409 without an account, 413 above 4 MB
 */
export async function uploadSample(organizationId: string, file: File, now: EpochMs): Promise<{ handle: string }> {
  if (file.size > LARGEST_SAMPLE_BYTES)
    throw new ServiceError('payload_too_large', 'The sample is larger than 4 MB. Send a smaller one.')
  const types: readonly string[] = Object.values(SAMPLE_TYPES).flat()
  if (!types.includes(file.type)) throw invalidField('file', 'must be a JPEG, PNG, MP4 or PDF file')
  const { data: accounts } = await AccountEntity.query.byId({ organizationId }).go({ pages: 'all' })
  const [account] = accounts.toSorted((a, b) => a.createdAt - b.createdAt)
  if (!account) throw new ServiceError('conflict', 'Connect an account first: samples are uploaded with its access.')
  const token = await decryptSecret('provider-token', organizationId, account.accessToken)
  const app = v.parse(Identified, await callProvider({ method: 'GET', path: '/app?fields=id', token }, now))
  const declared = new URLSearchParams({
    file_name: file.name,
    file_length: String(file.size),
    file_type: file.type,
  })
  const path = `/${encodeURIComponent(app.id)}/uploads?${declared}`
  const session = v.parse(Identified, await callProvider({ method: 'POST', path, token }, now))
  const bytes = await file.bytes()
  const { h } = v.parse(
    Uploaded,
    // The id of a session is a path with a query.
    await callProvider({ method: 'POST', path: `/${session.id}`, token, bytes }, now),
  )
  return { handle: h }
}

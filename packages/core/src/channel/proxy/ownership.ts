import * as v from 'valibot'
import { AccountEntity, type AccountItem } from '../accounts/account-entity.ts'
import { listNumbers } from '../numbers/find-number.ts'
import { NumberEntity } from '../numbers/number-entity.ts'
import { requestProvider } from '../provider/provider-request.ts'
import { providerFailed } from './forward.ts'

/** The owner of a provider id, relative to an account. */
export type Ownership = 'own' | 'foreign' | 'unknown'

/**
 * Returns who owns an id. Accounts and numbers are stored in the table. For templates and media files the provider is
 * called, because only it knows all of them. Storing each such id would cost a write per media message.
 * @throws ServiceError `upstream_error` if the provider does not respond
 */
export async function ownershipOf(id: string, account: AccountItem, token: string, now: number): Promise<Ownership> {
  if (id === account.waId) return 'own'
  const [{ data: number }, { data: accounts }] = await Promise.all([
    NumberEntity.get({ phoneNumberId: id }).go({ consistent: true }),
    AccountEntity.query.byWaId({ waId: id }).go(),
  ])
  if (number) return number.accountId === account.id ? 'own' : 'foreign'
  if (accounts.length > 0) return 'foreign'
  const fetchJson = (path: string) => getJson(path, token, now)
  return (await isMediaOf(id, account, fetchJson)) || (await isTemplateOf(id, account, fetchJson)) ? 'own' : 'unknown'
}

/** Returns the JSON of a GET to the provider, or undefined if the provider rejects it. */
type FetchJson = (path: string) => Promise<unknown>

const Media = v.object({ mime_type: v.string(), sha256: v.string() })

/** The provider rejects the id of a media file with any number but the one that it belongs to. */
async function isMediaOf(id: string, account: AccountItem, fetchJson: FetchJson): Promise<boolean> {
  const numbers = await listNumbers(account.organizationId)
  for (const { phoneNumberId, accountId } of numbers)
    if (accountId === account.id && v.is(Media, await fetchJson(`/${id}?phone_number_id=${phoneNumberId}`))) return true
  return false
}

const Template = v.object({ name: v.pipe(v.string(), v.nonEmpty()) })
const Templates = v.object({ data: v.array(v.object({ id: v.string() })) })

/** Returns whether the id is among the account's templates of its name. Each language has its own template. */
async function isTemplateOf(id: string, { waId }: AccountItem, fetchJson: FetchJson): Promise<boolean> {
  const template = v.safeParse(Template, await fetchJson(`/${id}?fields=name`))
  if (!template.success) return false
  const query = new URLSearchParams({ name: template.output.name, fields: 'id', limit: '100' })
  const templates = v.safeParse(Templates, await fetchJson(`/${waId}/message_templates?${query}`))
  return templates.success && templates.output.data.some((other) => other.id === id)
}

async function getJson(path: string, token: string, now: number): Promise<unknown> {
  const result = await requestProvider({ method: 'GET', path, token }, now)
  if (result.kind !== 'response' || result.status >= 500) throw providerFailed()
  return result.status < 400 ? result.body : undefined
}

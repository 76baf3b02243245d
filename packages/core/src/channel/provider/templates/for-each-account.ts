import { ServiceError } from '../../../platform/errors.ts'
import { log, logError } from '../../../platform/log/log.ts'
import { batchGet } from '../../../platform/table/batch-get.ts'
import { AccountEntity, type AccountItem } from '../accounts/account-entity.ts'
import type { TemplateItem } from './template-entity.ts'

/** The result for each account; `error` is for the caller. */
interface AccountOutcomes {
  readonly done: { accountId: string }[]
  readonly failed: { accountId: string; error: string }[]
}

/**
 * Runs `act` for all accounts concurrently. A failure does not stop the others.
 * @throws ServiceError 400 with each account that the organisation does not have, before `act` runs
 */
export async function forEachAccount(
  { organizationId, id: templateId }: TemplateItem,
  accountIds: readonly string[],
  action: string,
  act: (account: AccountItem) => Promise<void>,
): Promise<AccountOutcomes> {
  const accounts = await requireAccounts(organizationId, accountIds)
  const outcomes = await Promise.all(
    accounts.map(async (account) => {
      try {
        await act(account)
        return { accountId: account.id, error: undefined }
      } catch (error) {
        const facts = { organizationId, templateId, accountId: account.id, action }
        if (error instanceof ServiceError) log('template.refused', { ...facts, code: error.code })
        else logError('template.failed', error, facts)
        return { accountId: account.id, error: messageOf(error) }
      }
    }),
  )
  return {
    done: outcomes.flatMap(({ accountId, error }) => (error === undefined ? [{ accountId }] : [])),
    failed: outcomes.flatMap(({ accountId, error }) => (error === undefined ? [] : [{ accountId, error }])),
  }
}

async function requireAccounts(organizationId: string, accountIds: readonly string[]): Promise<AccountItem[]> {
  const ids = accountIds.map((id) => id.toLowerCase())
  const keys = ids.map((id) => ({ organizationId, id }))
  const found = await batchGet(keys, (batch) => AccountEntity.get(batch).go({ consistent: true }))
  const byId = new Map(found.map((account) => [account.id, account]))
  const details = ids.flatMap((id, index) =>
    byId.has(id)
      ? []
      : [{ path: `accountIds.${index}`, message: 'no such account, or it belongs to another organisation' }],
  )
  const [first] = details
  if (first) throw new ServiceError('validation_error', `${first.path}: ${first.message}`, details)
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
}

function messageOf(error: unknown): string {
  return error instanceof ServiceError ? error.message : 'Something went wrong on our side. Try again.'
}

import type { Account } from '@messaging/contract/accounts.ts'
import { accountView, getAccount } from '../../channel/accounts/get-account.ts'
import { listNumbers } from '../../channel/numbers/find-number.ts'
import type { Caller } from '../../platform/caller.ts'
import { invalidField } from '../../platform/errors.ts'
import { applyRouting } from './route-number.ts'

/**
 * `POST /msg-accounts/{id}/deploy-agent/`: connects an agent to one of the account's numbers, named by our id. Throws
 * 400 for a number of another account, a sandbox number, or an agent that does not belong to the organisation.
 */
export async function deployAgent(
  caller: Caller,
  accountId: string,
  { agentId, phoneNumberId }: { readonly agentId: string; readonly phoneNumberId: string },
  now: number,
): Promise<Account> {
  const [account, numbers] = await Promise.all([
    getAccount(caller.organizationId, accountId),
    listNumbers(caller.organizationId),
  ])
  const number = numbers.find(({ id }) => id === phoneNumberId)
  if (number?.accountId !== accountId) throw invalidField('phoneNumberId', 'no such number in this account')
  await applyRouting(caller, number, { mode: 'agent', agentId }, false, now)
  return accountView(account, numbers)
}

import { LARGEST_LIMIT } from '@replywright/contract/page.ts'
import { listWebhooks, type Webhook } from '@replywright/contract/webhooks.ts'
import { readList } from '../api/call.ts'

/** Builds the query of all endpoints of the organisation, for `useQuery`: fewer than a page has. */
export function webhooksQuery() {
  return {
    ...readList(listWebhooks, { query: { limit: String(LARGEST_LIMIT) } }),
    select: ({ results }: { readonly results: Webhook[] }) => results,
  }
}

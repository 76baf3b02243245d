import type { Cost } from '@messaging/contract/dashboard/conversations.ts'
import { Fact, Facts } from '../ui/facts.tsx'
import { words } from './words.ts'

const NUMBER = new Intl.NumberFormat('en')

/** What the agents' replies in a conversation used: credits of tools, and tokens of models. */
export function ConversationCost({ session, total }: { readonly session: Cost; readonly total: Cost }) {
  return (
    <Facts>
      <Fact name={words.cost.session}>{costText(session)}</Fact>
      <Fact name={words.cost.total}>{costText(total)}</Fact>
    </Facts>
  )
}

export function costText({ credits, inputTokens, outputTokens }: Cost): string {
  if (credits === 0 && inputTokens === 0 && outputTokens === 0) return words.cost.none
  const [input, output] = [NUMBER.format(inputTokens), NUMBER.format(outputTokens)]
  return `${words.cost.credits(NUMBER.format(credits))}, ${words.cost.tokens(input, output)}`
}

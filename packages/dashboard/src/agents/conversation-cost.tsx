import type { Cost } from '@messaging/contract/dashboard/conversations.ts'
import { Fact, Facts } from '../ui/facts.tsx'
import { usdText } from '../ui/usd-text.ts'

const NUMBER = new Intl.NumberFormat('en')

/** What the agents' replies in a conversation used: credits of tools, and tokens of models. */
export function ConversationCost({ session, total }: { readonly session: Cost; readonly total: Cost }) {
  return (
    <Facts>
      <Fact name="This session">{costText(session)}</Fact>
      <Fact name="All sessions">{costText(total)}</Fact>
    </Facts>
  )
}

export function costText({ credits, inputTokens, outputTokens, usd }: Cost): string {
  if (credits === 0 && inputTokens === 0 && outputTokens === 0) return 'No agent has replied yet'
  const [input, output] = [NUMBER.format(inputTokens), NUMBER.format(outputTokens)]
  const price = usd > 0 ? `, ${usdText(usd)}` : ''
  const ofTools = credits > 0 ? `, ${NUMBER.format(credits)} credits of tools` : ''
  return `${input} input tokens, ${output} output tokens${ofTools}${price}`
}

import { escapeHtml, htmlPage } from '../http.ts'
import type { Asked, Outcome } from './asked.ts'
import type { ChatMessage } from './requests.ts'

const MESSAGES_SHOWN = 12

/** Builds a page of requests, in the given order, that reloads every two seconds. */
export function renderPage(requests: readonly Asked[]): string {
  return htmlPage({
    title: 'Model',
    heading: 'Requests to the model',
    articles: requests.map(renderAsked),
    empty: 'No requests yet.',
  })
}

function renderAsked({ at, model, system, userTexts, messages, tools, outcome }: Asked): string {
  const failed = outcome?.kind === 'error' || outcome?.kind === 'hanging'
  const asked = messages.filter(({ role }) => role !== 'system' && role !== 'developer').slice(-MESSAGES_SHOWN)
  const lines = asked.length > 0 ? asked.map(renderMessage) : userTexts
  return `<article>
<header>
<strong>${escapeHtml(model)}</strong>
<code>${escapeHtml(tools.length > 0 ? `tools: ${tools.join(', ')}` : 'no tools')}</code>
<time>${new Date(at).toISOString()}</time>
<span class="verdict ${failed ? 'bad' : 'good'}">${escapeHtml(verdictOf(outcome))}</span>
</header>
<pre>${escapeHtml(system && `system: ${system}\n\n`)}${escapeHtml(lines.join('\n'))}</pre>
<pre><b>${escapeHtml(outcomeText(outcome))}</b></pre>
</article>`
}

function renderMessage(message: ChatMessage): string {
  if (message.role !== 'assistant') return `${message.role}: ${message.content}`
  const calls = message.tool_calls.map((call) => `${call.function.name}(${call.function.arguments})`)
  return `assistant: ${[message.content, ...calls].filter(Boolean).join(' ')}`
}

function verdictOf(outcome: Outcome | undefined): string {
  if (!outcome || outcome.kind === 'hanging') return '… no response yet'
  if (outcome.kind === 'error') return `✗ ${outcome.status}`
  return outcome.kind === 'answer' && outcome.toolCalls.length > 0 ? '✓ calls tools' : '✓ responded'
}

function outcomeText(outcome: Outcome | undefined): string {
  if (outcome?.kind === 'pictures') return `${outcome.count} picture${outcome.count === 1 ? '' : 's'}`
  if (outcome?.kind !== 'answer') return ''
  const calls = outcome.toolCalls.map((call) => `${call.name}(${call.arguments})`)
  return [outcome.text, ...calls].filter(Boolean).join('\n')
}

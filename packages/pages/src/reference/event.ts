import type { OpenApiDocument, Operation } from '@replywright/contract/openapi/types.ts'
import { fragment, type Html, html, paragraphs, prose } from '../html.ts'
import { fieldEntry, fieldList } from './field-list.ts'

/** An event of the document. */
interface ListedEvent {
  readonly name: string
  readonly operation: Operation
}

/** Returns the events of a document. */
export function eventsOf({ webhooks }: OpenApiDocument): ListedEvent[] {
  return Object.entries(webhooks).flatMap(([name, { post }]) => (post ? [{ name, operation: post }] : []))
}

/** Describes an event: when it is sent, who receives it, the fields of its body, and examples. */
export function eventArticle({ name, operation }: ListedEvent, { components }: OpenApiDocument): Html {
  const { operationId, summary, description, requestBody } = operation
  const { schema = {}, examples = {} } = requestBody?.content['application/json'] ?? {}
  const fields = schema.$ref ? (components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? schema) : schema
  return html`<article id="${fragment(operationId)}" class="operation">
<div>
<h3><a href="#${fragment(operationId)}">${summary}</a></h3>
<p class="call"><span class="method post">POST</span> <code>${name}</code></p>
${paragraphs(description)}
<h4>Request body <span class="type">application/json</span></h4>
${fieldList(fields)}
</div>
<div class="example">
<h4>Example</h4>
${Object.entries(examples).map(([title, { value }], index) => example(title, value, index === 0))}
</div>
</article>
`
}

/** Shows the first example, and the others folded. */
function example(title: string, value: unknown, isFirst: boolean): Html {
  const code = html`<pre tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre>`
  return isFirst ? code : html`<details><summary>Message of type ${title}</summary>${code}</details>`
}

/** Describes what the requests of all events have in common: the headers, and how each response is treated. */
export function eventIntroduction({ parameters, responses }: Operation): Html {
  return html`<h3>Headers</h3>
<dl class="fields">${parameters.map((each) => html`${'name' in each && fieldEntry(each.name, each.schema, each.required, each.description)}`)}</dl>
<h3>Your endpoint's response</h3>
<dl class="fields">${Object.entries(responses).map(
    ([status, response]) =>
      html`<dt><code>${status}</code></dt><dd>${'description' in response && html`<p>${prose(response.description)}</p>`}</dd>`,
  )}</dl>`
}

import type { Content, OpenApiDocument, Operation, Reference, Response } from '@replywright/contract/openapi/types.ts'
import { fragment, type Html, html, paragraphs } from '../html.ts'
import { callExamples } from './call-examples.ts'
import { fieldEntry, fieldList, typeOf } from './field-list.ts'

/** An operation of the document, with its method and path. */
export interface Listed {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** Returns the operations of a group. */
export function operationsOf({ paths }: OpenApiDocument, tag: string): Listed[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]) => ({ method, path, operation })),
  )
}

/** Describes an operation: parameters, body, responses, errors and an example call. */
export function operationArticle({ method, path, operation }: Listed, document: OpenApiDocument): Html {
  const { operationId, summary, description, responses } = operation
  const [server] = document.servers
  return html`<article id="${fragment(operationId)}" class="operation">
<div>
<h3><a href="#${fragment(operationId)}">${summary}</a></h3>
<p class="call"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></p>
<p class="permission">${permission(operation)}</p>
${paragraphs(description)}
${parameterList(operation, document)}
${requestBody(operation.requestBody?.content, document.components)}
${Object.entries(responses).map(([status, response]) => responseHeading(status, response))}
${errorList(responses)}
</div>
<div class="example">
<h4>Example</h4>
${callExamples({ method, path, operation }, server?.url ?? '')}
${Object.values(responses).map(exampleResponse)}
</div>
</article>
`
}

function permission(operation: Operation): Html {
  if (operation.security?.length === 0) return html`No API key required`
  if (operation['x-role']) return html`API key of an ${operation['x-role']}`
  return operation['x-permission'] === 'full' ? html`API key with full permission` : html`Any API key`
}

function parameterList({ parameters }: Operation, { components }: OpenApiDocument): Html {
  const resolved = parameters.flatMap((each) =>
    '$ref' in each ? (components.parameters[each.$ref.split('/').at(-1) ?? ''] ?? []) : [each],
  )
  const entries = resolved.map(({ name, in: location, schema, required, description }) =>
    fieldEntry(name, schema, required, description, location),
  )
  return html`${entries.length > 0 && html`<h4>Parameters</h4><dl class="fields">${entries}</dl>`}`
}

function requestBody(content: Content = {}, { schemas }: OpenApiDocument['components']): Html {
  return html`${Object.entries(content).map(([mediaType, { schema }]) => {
    const fields = schema.$ref ? schemas[schema.$ref.split('/').at(-1) ?? ''] : schema
    return html`<h4>Request body <span class="type">${mediaType}</span></h4>
${fieldList(fields ?? schema)}`
  })}`
}

function responseHeading(status: string, response: Response | Reference): Html {
  if ('$ref' in response) return html``
  const media = response.content?.['application/json']
  return html`<h4>Response <span class="status">${status}</span> <span class="type">${
    media ? typeOf(media.schema) : response.description
  }</span></h4>`
}

function exampleResponse(response: Response | Reference): Html {
  const { examples = {} } = 'content' in response ? (response.content?.['application/json'] ?? {}) : {}
  return html`${Object.values(examples).map(
    ({ value }) =>
      html`<details><summary>Example response</summary><pre tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre></details>`,
  )}`
}

function errorList(responses: Operation['responses']): Html {
  const errors = Object.entries(responses).flatMap(([status, response]) =>
    '$ref' in response ? [{ status, name: response.$ref.split('/').at(-1) ?? '' }] : [],
  )
  return html`<p class="errors">Errors: ${errors.map(
    ({ status, name }) => html`<a href="#error-${fragment(name)}">${status}</a> `,
  )}</p>`
}

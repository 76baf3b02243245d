import type { JsonSchema, OpenApiDocument } from '@replywright/contract/openapi/types.ts'
import type { RenderedGuide } from '../guides/render.ts'
import { fragment } from '../html.ts'
import { curlOf } from './call-examples.ts'
import { eventsOf } from './event.ts'
import { type Listed, operationsOf } from './operation.ts'

/** Returns the API reference as Markdown, for programs that read the documentation. */
export function referenceMarkdown(document: OpenApiDocument): string {
  const { info, servers, tags, components } = document
  const baseUrl = servers[0]?.url ?? ''
  const sections = tags.flatMap(({ name, description }) => [
    `## ${name}`,
    description,
    ...operationsOf(document, name).flatMap((listed) => operationText(listed, document, baseUrl)),
    ...(name === 'Webhooks'
      ? eventsOf(document).flatMap(({ name: event, operation }) => [
          `### Event \`${event}\``,
          operation.description ?? '',
        ])
      : []),
  ])
  const schemas = Object.entries(components.schemas).flatMap(([name, schema]) => [
    `### ${name}`,
    ...(schema.description === undefined ? [] : [schema.description]),
    ...fieldLines(schema),
  ])
  return `${[`# ${info.title}`, info.description, `Base URL: \`${baseUrl}\``, ...sections, '## Schemas', ...schemas].join('\n\n')}\n`
}

/** Returns an index of the guides and the reference (llmstxt.org): a link to each guide and operation with its summary. */
export function referenceIndex(
  document: OpenApiDocument,
  guides: Readonly<Record<string, Pick<RenderedGuide, 'title' | 'description'>>>,
): string {
  const { info, servers, tags } = document
  const baseUrl = servers[0]?.url ?? ''
  const sections = tags.map(({ name, description }) =>
    [
      `## ${name}`,
      '',
      description,
      '',
      ...operationsOf(document, name).map(
        ({ method, path, operation }) =>
          `- [${operation.summary}](${baseUrl}/docs#${fragment(operation.operationId)}): \`${method.toUpperCase()} ${path}\``,
      ),
    ].join('\n'),
  )
  const documents = [
    '## Documents',
    '',
    `- [Reference in Markdown](${baseUrl}/docs.md): all operations, events and schemas`,
    `- [OpenAPI document](${baseUrl}/openapi.json): OpenAPI 3.1`,
    ...Object.entries(guides).map(
      ([slug, { title, description }]) => `- [${title}](${baseUrl}/docs/${slug}.md): ${description}`,
    ),
  ].join('\n')
  return `${[`# ${info.title}`, `> ${info.summary}`, info.description, documents, ...sections].join('\n\n')}\n`
}

function operationText(listed: Listed, { components }: OpenApiDocument, baseUrl: string): string[] {
  const { method, path, operation } = listed
  const parameters = operation.parameters.flatMap((each) =>
    '$ref' in each ? (components.parameters[each.$ref.split('/').at(-1) ?? ''] ?? []) : [each],
  )
  const lines = parameters.map(
    ({ name, in: location, required, description }) =>
      `- \`${name}\` (${location}${required ? ', required' : ''}): ${description}`,
  )
  const body = Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => `Body: ${typeText(schema)}`)
  const results = Object.entries(operation.responses).map(([status, response]) => {
    const schema = 'content' in response ? response.content?.['application/json']?.schema : undefined
    const name = '$ref' in response ? response.$ref.split('/').at(-1) : schema ? typeText(schema) : response.description
    return `${status} ${name}`
  })
  return [
    `### ${operation.summary}`,
    `\`${method.toUpperCase()} ${path}\``,
    ...(operation.description ? [operation.description] : []),
    ...(lines.length > 0 ? [lines.join('\n')] : []),
    ...body,
    `Responses: ${results.join(', ')}`,
    `\`\`\`sh\n${curlOf(listed, baseUrl)}\n\`\`\``,
  ]
}

function fieldLines({ properties = {}, required = [] }: JsonSchema): string[] {
  const lines = Object.entries(properties).map(([name, property]) => {
    const schema = typeof property === 'object' ? property : {}
    const description = schema.description ? `: ${schema.description}` : ''
    return `- \`${name}\` (${typeText(schema)}${required.includes(name) ? ', required' : ''})${description}`
  })
  return lines.length > 0 ? [lines.join('\n')] : []
}

function typeText(definition: JsonSchema | boolean | undefined): string {
  const schema = typeof definition === 'object' ? definition : {}
  if (schema.$ref) return `\`${schema.$ref.split('/').at(-1)}\``
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(' or ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map(typeText).join(' or ')
  if (schema.type === 'array')
    return `array of ${typeText(Array.isArray(schema.items) ? schema.items[0] : schema.items)}`
  return [schema.type ?? 'any JSON'].flat().join(' or ')
}

import { expect, test } from 'vitest'
import { refusedTool } from './refused-tool.ts'

const names = ['find_order', 'coins', 'lookup-price', 'help']
const body = (message: string, more: object = {}) => JSON.stringify({ error: { message, ...more } })

test.each([
  [
    'OpenAI',
    400,
    body("Invalid schema for function 'coins': ['coin'] is not of type 'object', 'boolean'.", {
      param: 'tools[1].function.parameters',
    }),
    'coins',
  ],
  [
    'OpenAI, by position',
    400,
    body('Invalid value.', { param: 'tools[2].function.parameters', code: 'invalid_function_parameters' }),
    'lookup-price',
  ],
  ['a gateway without quotes', 400, body('Bad schema of function find_order'), 'find_order'],
  ['Anthropic', 400, body('tools.1.custom.input_schema: JSON schema is invalid.'), 'coins'],
  [
    'Amazon Bedrock',
    400,
    JSON.stringify({ message: 'The value at toolConfig.tools.0.toolSpec.inputSchema.json is invalid.' }),
    'find_order',
  ],
  ['Amazon Bedrock, by name', 400, JSON.stringify({ message: 'The tool schema of "coins" is invalid.' }), 'coins'],
  [
    'Gemini',
    400,
    body('* GenerateContentRequest.tools[0].function_declarations[2].parameters.properties: missing field'),
    'lookup-price',
  ],
  ['llama.cpp', 500, body("JSON schema conversion failed for tool 'help'"), 'help'],
  ['vLLM', 422, JSON.stringify({ detail: 'Tool `coins` has invalid parameters' }), 'coins'],
  ['a message that names no tool', 400, body('JSON schema conversion failed'), undefined],
  ['a message with a word that is a tool', 400, body('Invalid parameter. See the help of the function.'), undefined],
  ['two names', 400, body("Functions 'coins' and 'help' are invalid."), undefined],
  ['an unknown position', 400, body('tools.9.custom.input_schema: invalid'), undefined],
  ['another refusal', 400, body("The model 'coins' does not exist."), undefined],
  ['another status', 429, body("Invalid schema for function 'coins'"), undefined],
  ['no JSON', 400, "Invalid schema for function 'coins'", 'coins'],
  ['nothing', 400, undefined, undefined],
])('%s', (_, statusCode, responseBody, expected) => {
  expect(refusedTool({ statusCode, responseBody }, names)).toBe(expected)
})

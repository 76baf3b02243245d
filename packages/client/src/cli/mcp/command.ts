import { API_OPTIONS, readApiOptions } from '../api-options.ts'
import type { Command } from '../io.ts'
import { helpOf, readArguments } from '../options.ts'

const SYNTAX = {
  name: 'mcp',
  description:
    'Runs an MCP server on the standard input and output. Its tools are the operations of the API, so that an assistant can find out, for example, why a delivery failed. An assistant starts this command itself; see its configuration.',
  options: {
    write: {
      type: 'boolean',
      help: 'Offers all operations, also those that create, change, send, replay or delete. Requires a full API key. Default: only operations that read',
    },
    ...API_OPTIONS,
  },
  example: `Example of an assistant's configuration:
  {
    "mcpServers": {
      "replywright": {
        "command": "/path/to/node_modules/.bin/replywright",
        "args": ["mcp"],
        "env": { "REPLYWRIGHT_BASE_URL": "https://api.example.com", "REPLYWRIGHT_API_KEY": "..." }
      }
    }
  }`,
} as const

export const mcpCommand: Command = {
  summary: 'runs an MCP server, so that an assistant can use the API',
  help: () => helpOf(SYNTAX),
  run: async (args, io) => {
    const { values } = readArguments(args, SYNTAX)
    const options = { ...readApiOptions(values, io.env), write: values.write ?? false }
    // Loaded here, because the other commands do not need the SDK.
    const { serve } = await import('./serve.ts')
    await serve(options, io)
    return 0
  },
}

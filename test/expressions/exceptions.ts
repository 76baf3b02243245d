/** Expressions that the checker does not prove, with the reason why they are safe. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  '/<script type="module"[^>]* src="([^"]+)"/': "reads the dashboard's own index.html",
  '/size .*exceeded|exceeded .*size/i': "reads DynamoDB's error text, which quotes no item",
  '/model identifier is invalid|could not resolve the foundation model|model(?: id)? .*not supported in this region/i':
    "reads Amazon Bedrock's error text, which is short and quotes nothing but the model's id",
}

/** Files that build expressions from other values, with the reason why these are safe. */
export const DYNAMIC: Readonly<Record<string, string>> = {
  'packages/client/src/cli/agents/test/run-tests.ts': "the pattern of the user's own test file, on their own machine",
  'packages/contract/src/agent-tests.ts': 'is compiled to learn whether it is valid, and not run',
  'packages/contract/src/openapi/nouns.ts': "a parameter's name of an endpoint",
  'packages/contract/src/printable-file-name.ts': 'one class of characters, at most ten times',
  'packages/contract/src/printable.ts': 'one character, with lookarounds of one character',
  'packages/core/src/agents/documents/search/search-terms.ts': 'one class of characters, repeated',
  'packages/core/src/agents/models/repair-schema.ts': 'is compiled to learn whether it is valid, and not run',
  'packages/core/src/answering/proofs/matches-within.ts': 'is interrupted after a quarter of a second',
  'packages/core/src/answering/turns/read-answer.ts':
    'a fixed prefix, a name of at most 20 characters, and alternatives of fixed words',
  'packages/core/src/conversations/messages/message-ids.ts': 'two UUIDs',
  'packages/core/src/platform/fold-text.ts': 'one class of characters',
  'packages/core/src/platform/secrets/secrets.ts': 'pieces of a bounded length',
  'packages/dashboard/src/agents/tests/saved-test.ts': "the words of a customer's name, escaped, as alternatives",
  'packages/dashboard/src/chat/format-text.ts': 'the link and the placeholder of the file',
}

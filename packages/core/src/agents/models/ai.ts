// The used exports of the AI SDK. It is 900 KB of code with its imports, so it is loaded on first use.
export {
  APICallError,
  assistantModelMessageSchema,
  embedMany,
  generateImage,
  generateText,
  isStepCount,
  jsonSchema,
  NoImageGeneratedError,
  RetryError,
  tool,
} from 'ai'

// Its warnings are plain text, and the log is JSON.
globalThis.AI_SDK_LOG_WARNINGS = false

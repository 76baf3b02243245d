// What is used of the AI SDK: 900 KB of code with all that it imports, so it is loaded on first use.
export {
  APICallError,
  assistantModelMessageSchema,
  generateImage,
  generateText,
  isStepCount,
  jsonSchema,
  NoImageGeneratedError,
  tool,
} from 'ai'

// Its warnings would be lines of text among the log's JSON.
globalThis.AI_SDK_LOG_WARNINGS = false

/** What a model receives of an agent at most. `agentProblems` tells its author what exceeds a limit. */
export const LIMITS = {
  /** Tools of all kinds. Models accept about a hundred, and each costs input tokens. */
  tools: 128,
  /** Models cannot choose well among more. */
  handoffs: 32,
  /** Limits the size of one tool's description. */
  wakeUps: 20,
  memoryKeys: 100,
  /** OpenAI rejects longer descriptions of tools. */
  descriptionCharacters: 1024,
  picturePromptCharacters: 4000,
  firstMessageBytes: 8 * 1024,
} as const

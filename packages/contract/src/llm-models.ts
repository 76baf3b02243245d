/** Prefix of an `llmModel` that Amazon Bedrock serves, even if another provider is configured. */
export const BEDROCK_PREFIX = 'bedrock:'

/**
 * Ids of Amazon Bedrock's foundation models and inference profiles: an optional region, the provider and the model,
 * such as `amazon.nova-lite-v1:0` or `eu.anthropic.claude-haiku-4-5-20251001-v1:0`.
 */
export const BEDROCK_MODEL_ID = /^(?:[a-z]{2,6}(?:-gov)?\.)?[a-z][a-z0-9]*\.[a-z][\w.:-]{1,100}$/

/** Prefix of an `llmModel` that Amazon Bedrock serves, even if another provider is configured. */
export const BEDROCK_PREFIX = 'bedrock:'

/**
 * Ids of Amazon Bedrock's foundation models and inference profiles: an optional region, the provider and the model,
 * such as `amazon.nova-lite-v1:0` or `eu.anthropic.claude-haiku-4-5-20251001-v1:0`.
 */
export const BEDROCK_MODEL_ID = /^(?:[a-z]{2,6}(?:-gov)?\.)?[a-z][a-z0-9]*\.[a-z][\w.:-]{1,100}$/

/** The regions of the European Union with a profile of the default model that stays in them. London and Zurich are outside. */
export const EU_REGIONS = ['eu-central-1', 'eu-north-1', 'eu-south-1', 'eu-south-2', 'eu-west-1', 'eu-west-3'] as const

/**
 * The model of agents if neither a model server nor a model is set. It is Amazon's own: it requires no subscription and no form. Its
 * profile for the European Union does not leave it; the global one is available from many regions.
 */
export const DEFAULT_MODELS = { eu: 'eu.amazon.nova-2-lite-v1:0', global: 'global.amazon.nova-2-lite-v1:0' } as const

/** Returns the default model of a deployment in a region. */
export function defaultModelIn(region: string): string {
  return EU_REGIONS.some((each) => each === region) ? DEFAULT_MODELS.eu : DEFAULT_MODELS.global
}

import * as v from 'valibot'

const Port = v.pipe(
  v.string(),
  v.regex(/^\d+$/, 'PORT must be a number; 0 picks free ports'),
  v.transform(Number),
  v.maxValue(65_000),
)
const Url = v.pipe(v.string(), v.url())
const Seconds = v.pipe(v.string(), v.regex(/^\d+$/))

/** The environment that `npm start` honours (README, Settings). Empty values count as absent. */
const Environment = v.object({
  PORT: v.optional(Port, '3000'),
  DATA_DIR: v.optional(v.string(), '.local'),
  DEMO_WEBHOOK_URL: v.optional(Url),
  DEMO_WEBHOOK_URL_2: v.optional(Url),
  RETRY_DELAYS_SECONDS: v.optional(v.pipe(v.string(), v.regex(/^[\d.]+(,[\d.]+)*$/, 'must be like 10,30,90'))),
  SERVICE_WINDOW_SECONDS: v.optional(Seconds),
  SERVICE_WINDOW_EXPIRING_LEAD_SECONDS: v.optional(Seconds),
  PROVIDER_BASE_URL: v.optional(Url),
  MODEL_BASE_URL: v.optional(Url),
  MODEL_API_KEY: v.optional(v.string()),
  MODEL_ID: v.optional(v.string()),
})
export type Environment = v.InferOutput<typeof Environment>

/** Reads the environment; throws an Error whose message names each bad variable. */
export function readEnvironment(source: Readonly<Record<string, string | undefined>>): Environment {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const result = v.safeParse(Environment, given)
  if (result.success) return result.output
  throw new Error(result.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join('\n'))
}

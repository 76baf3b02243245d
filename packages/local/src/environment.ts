import * as v from 'valibot'
import { SettingError } from './setting-error.ts'

const Port = v.pipe(
  v.string(),
  v.regex(/^\d+$/, 'must be a number, such as 4000; 0 selects free ports'),
  v.transform(Number),
  v.maxValue(65_530, 'must be at most 65530, because the next five ports are used too'),
)
const isHttp = (text: string) => !/\s/.test(text) && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
const Url = v.pipe(
  v.string(),
  v.check(isHttp, ({ input }) => {
    const whole = `http://${input}`
    if (/\s/.test(input)) return 'must be a URL without spaces; write %20 for a space in a path'
    return isHttp(whole) && !/^[a-z][a-z\d+.-]*:\/\//i.test(input)
      ? `must begin with http:// or https://, such as ${whole}`
      : 'must be a URL that begins with http:// or https://, such as http://127.0.0.1:8080/path'
  }),
)
const Seconds = v.pipe(v.string(), v.regex(/^\d+$/, 'must be a whole number of seconds'))

const WINDOW_SECONDS = 86_400
const LEAD_SECONDS = 3_600

/** Environment variables of `npm start` (docs/local.md). Empty values count as absent. */
const Variables = v.object({
  PORT: v.optional(Port, '3000'),
  DATA_DIR: v.optional(v.pipe(v.string(), v.regex(/\S/, 'must be the path of a directory')), '.local'),
  DEMO_WEBHOOK_URL: v.optional(Url),
  DEMO_WEBHOOK_URL_2: v.optional(Url),
  RETRY_DELAYS_SECONDS: v.optional(
    v.pipe(v.string(), v.regex(/^\d+(,\d+)*$/, 'must be whole seconds separated by commas, such as 10,30,90')),
  ),
  SERVICE_WINDOW_SECONDS: v.optional(Seconds),
  SERVICE_WINDOW_EXPIRING_LEAD_SECONDS: v.optional(Seconds),
  PROVIDER_BASE_URL: v.optional(Url),
  PROVIDER_DATE: v.optional(v.pipe(v.string(), v.isoDate('must be a day, such as 2026-10-01'))),
  MODEL_BASE_URL: v.optional(Url),
  MODEL_API_KEY: v.optional(v.string()),
  MODEL_ID: v.optional(v.string()),
})
const Environment = v.pipe(
  Variables,
  v.transform((variables) => {
    const windowSeconds = Number(variables.SERVICE_WINDOW_SECONDS ?? WINDOW_SECONDS)
    const lead = windowSeconds > LEAD_SECONDS ? LEAD_SECONDS : Math.floor(windowSeconds / 24)
    return { SERVICE_WINDOW_EXPIRING_LEAD_SECONDS: String(lead), ...variables }
  }),
  v.forward(
    v.check(
      ({ SERVICE_WINDOW_EXPIRING_LEAD_SECONDS: lead, SERVICE_WINDOW_SECONDS: window = WINDOW_SECONDS }) =>
        Number(lead) < Number(window),
      'must be shorter than SERVICE_WINDOW_SECONDS',
    ),
    ['SERVICE_WINDOW_EXPIRING_LEAD_SECONDS'],
  ),
)
export type Environment = v.InferOutput<typeof Variables>

/** @throws SettingError whose message names each invalid variable */
export function readEnvironment(source: Readonly<Record<string, string | undefined>>): Environment {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const result = v.safeParse(Environment, given)
  if (result.success) return result.output
  throw new SettingError(result.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join('\n'))
}

export { type Ground, type GroundOptions, startGround } from './ground.ts'
export { startGuardrailChecks } from './guardrail-endpoint.ts'
export { startTranscribe } from './transcribe-endpoint.ts'

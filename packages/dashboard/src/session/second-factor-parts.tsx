import { lazyPart } from '../ui/lazy-part.ts'

// Loaded on demand, because the sign-in page must be small. Show them in a `Suspense`.
export const MfaForm = lazyPart(async () => (await import('./second-factor.tsx')).MfaForm)
export const RecoveryCodes = lazyPart(async () => (await import('./second-factor.tsx')).RecoveryCodes)

import { ServiceError } from '../platform/errors.ts'

/** Thrown if the provider rejected a call. The call had no effect. The message is for the caller. */
export class ProviderRefusal extends ServiceError {}

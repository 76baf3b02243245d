export { type Grant, grantsOfAssembly, type NoteGrant } from './grants.ts'
export { type AccessRequest, type Decision, decide, parsePolicy, type Statement } from './policy.ts'

// What is used of the client of MCP. Most agents have no connector, so it is loaded on first use.
export { Client, ProtocolError, SdkHttpError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

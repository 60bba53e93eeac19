export { ConsentLink, type ConsentLinkProps } from './link.tsx'

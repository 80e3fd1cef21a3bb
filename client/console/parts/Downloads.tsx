import { Icon } from '../core/Icon.tsx';

/** Links to files, each on a line. */
export const Downloads = ({ files }: { files: readonly { path: string; name: string }[] }) => (
  <ul>
    {files.map(({ path, name }) => (
      <li key={path}>
        <a className="link" href={path}>
          <Icon name="download" />
          {name}
        </a>
      </li>
    ))}
  </ul>
);

import { useState, type ReactElement } from 'react';
import type { ProjectSummary } from '#contract/projects.ts';
import { deleteProject } from './project-actions.ts';
import { ProjectCard } from './ProjectCard.tsx';
import { RenameDialog } from './RenameDialog.tsx';

interface ProjectGridProps {
  projects: ProjectSummary[];
  /** Receives the focus when the last card is removed. */
  onEmptied: () => void;
}

export function ProjectGrid({ projects, onEmptied }: ProjectGridProps): ReactElement {
  const [renaming, setRenaming] = useState<ProjectSummary | null>(null);

  const remove = async (project: ProjectSummary): Promise<void> => {
    const index = projects.indexOf(project);
    const next = projects[index + 1] ?? projects[index - 1];
    if (!(await deleteProject(project))) return;
    // Keyboard users stay at the same position.
    if (next) document.getElementById(menuId(next.id))?.focus();
    else onEmptied();
  };
  return (
    <>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(280px,100%),1fr))] gap-4">
        {projects.map((project) => (
          <li key={project.id}>
            <ProjectCard
              project={project}
              menuId={menuId(project.id)}
              onRename={() => setRenaming(project)}
              onDelete={() => void remove(project)}
            />
          </li>
        ))}
      </ul>
      {renaming ? (
        <RenameDialog
          project={projects.find(({ id }) => id === renaming.id) ?? renaming}
          returnTo={menuId(renaming.id)}
          onClose={() => setRenaming(null)}
        />
      ) : null}
    </>
  );
}

const menuId = (projectId: string) => `menu-${projectId}`;

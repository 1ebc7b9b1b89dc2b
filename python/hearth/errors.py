"""Exceptions and warnings. Each exception carries all diagnostics that led to it."""


class Error(Exception):
    """Base class of all exceptions of Hearth.

    Attributes:
        diagnostics: list of :class:`hearth.Diagnostic`, errors, and warnings and notes before them.
    """

    def __init__(self, message, diagnostics=()):
        super().__init__(message)
        self.diagnostics = list(diagnostics)

    @property
    def code(self):
        """Code of the first error, such as ``model.unit_mismatch``."""
        for item in self.diagnostics:
            if item.severity == "error":
                return item.code
        return ""


class InputError(Error, ValueError):
    """A file or an argument is wrong or missing."""


class ModelError(Error, ValueError):
    """A model has wrong connections, lacks a part or contradicts itself."""


class SimulationError(Error, RuntimeError):
    """A simulation cannot continue; the message names the time and the component."""


class HearthWarning(UserWarning):
    """Warning that a result may be wrong: code, place, message."""

from accounts.models.codes import LoginCode
from accounts.models.limits import Allowance
from accounts.models.mails import Mail
from accounts.models.names import HeldName, NameRule
from accounts.models.sessions import Session
from accounts.models.users import User, UserManager, normal_email

__all__ = [
    "Allowance",
    "HeldName",
    "LoginCode",
    "Mail",
    "NameRule",
    "Session",
    "User",
    "UserManager",
    "normal_email",
]
